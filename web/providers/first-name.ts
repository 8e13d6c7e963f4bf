/** What an artist is called in running text. */
export const getFirstName = (name: string): string => name.split(' ')[0] ?? name
