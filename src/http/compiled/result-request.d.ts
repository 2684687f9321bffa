/** Whether a value that the strict parser made is a body of the route. */
export declare const matchesResultRequest: { (data: unknown): boolean; errors?: unknown };
