/** Returns an artist's name for running text. */
export const getFirstName = (name: string): string => name.split(' ')[0] ?? name
