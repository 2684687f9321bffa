export type { VectorFault } from "./check-suite.js";
export type {
  CanonicalAnswer,
  ConfigurationAnswer,
  DecisionRequest,
  ParseAnswer,
  ResultQuestion,
  VectorPort,
} from "./port.js";
export { runVectors, type Skip, type VectorRun } from "./run-vectors.js";
export type { VectorSource } from "./vector-file.js";
