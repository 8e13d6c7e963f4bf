export const buildInputs: readonly string[]
export function buildFingerprint(root: string): string
