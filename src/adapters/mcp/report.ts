/**
 * What an operator is told beside the decisions. Names of tools come from servers and clients: whoever prints them makes them
 * printable.
 */
export type McpReport =
  /** No answer, or one more than was asked for. */
  | { readonly event: "answer_unasked"; readonly server: string }
  /** A line that is no message by the strict rules, or holds a credential. */
  | { readonly event: "message_refused"; readonly from: "client" | "server"; readonly server: string | null; readonly fault: string }
  | { readonly event: "message_dropped"; readonly from: "client" | "server"; readonly server: string | null; readonly method: string }
  /** The server offers it, the policy does not name it. */
  | {
      readonly event: "tool_hidden";
      readonly server: string;
      readonly tool: string;
      readonly why: "not_in_policy" | "name" | "definition" | "taken" | "task" | "no_contract";
    }
  /** Its definition is not the one that was seen first. */
  | { readonly event: "tool_changed"; readonly server: string; readonly tool: string }
  /** The policy names it, no server offers it. */
  | { readonly event: "call_withheld"; readonly server: string; readonly tool: string; readonly request_id: string; readonly why: string }
  | { readonly event: "server_ended"; readonly server: string }
  | { readonly event: "list_failed"; readonly server: string };
