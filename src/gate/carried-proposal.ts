import { hasMoreMembers } from "../json/has-more-members.js";

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
 *
 * @param maxMembers No proposal holds more members than this, so arguments with more match none: they are not copied.
 */
export function splitCarriedProposal(args: unknown, maxMembers: number): CarriedProposal {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return { proposal: undefined, args };
  try {
    return split(args, maxMembers);
  } catch {
    return { proposal: undefined, args };
  }
}

function split(args: object, maxMembers: number): CarriedProposal {
  const carried = Object.getOwnPropertyDescriptor(args, PROPOSAL);
  if (carried === undefined && !Object.hasOwn(args, REQUEST_ID)) return { proposal: undefined, args };
  const proposal = carried !== undefined && Object.hasOwn(carried, "value") ? carried.value : undefined;
  // Two more than the tool's own.
  if (hasMoreMembers(args, maxMembers + 2)) return { proposal, args };
  const descriptors = Object.getOwnPropertyDescriptors(args) as Record<string, PropertyDescriptor>;
  delete descriptors[PROPOSAL];
  delete descriptors[REQUEST_ID];
  return { proposal, args: Object.create(Object.getPrototypeOf(args), descriptors) };
}
