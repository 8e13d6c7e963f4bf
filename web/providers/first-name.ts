/** What an artist is called in running text. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name
