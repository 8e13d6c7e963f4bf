export function findChangedMigrations(root: string, since: string): string[] | undefined
