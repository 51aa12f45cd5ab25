/** The end of a switch over a union: reaching it is a bug of ours, and the compiler says so before it happens. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
