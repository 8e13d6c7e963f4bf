/** Returns the first `most` code points of a text. Cutting an emoji in half would be invalid JSON in PostgreSQL. */
export const truncate = (text: string, most: number): string =>
  text.length > most
    ? Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join('')
    : text

export const getInitial = (name: string): string => truncate(name, 1)
