const PROPOSAL = "__pic";
const REQUEST_ID = "__pic_request_id";

/** A tool call's arguments, apart from the proposal that they carried. */
export interface CarriedProposal {
  readonly proposal: unknown;
  readonly args: unknown;
}

/**
 * Takes `__pic` and `__pic_request_id` out of live arguments (spec/gate.md#carried-proposals). Works on own data members and
 * copies descriptors, so that no getter runs here and none is laundered into a value; what is left is judged by the binding
 * stage. Total: arguments that cannot be looked at carry nothing and are handed on.
 */
export function splitCarriedProposal(args: unknown): CarriedProposal {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return { proposal: undefined, args };
  try {
    return split(args);
  } catch {
    return { proposal: undefined, args };
  }
}

function split(args: object): CarriedProposal {
  const descriptors = Object.getOwnPropertyDescriptors(args) as Record<string, PropertyDescriptor>;
  const carried = Object.hasOwn(descriptors, PROPOSAL) ? descriptors[PROPOSAL] : undefined;
  if (carried === undefined && !Object.hasOwn(descriptors, REQUEST_ID)) return { proposal: undefined, args };
  delete descriptors[PROPOSAL];
  delete descriptors[REQUEST_ID];
  const value = carried !== undefined && Object.hasOwn(carried, "value") ? carried.value : undefined;
  return { proposal: value, args: Object.create(Object.getPrototypeOf(args), descriptors) };
}
