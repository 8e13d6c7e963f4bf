/** Returns the first `most` characters of a text. Counts code points, so that no emoji is cut in half: half of one is no valid JSON in PostgreSQL. */
export const truncate = (text: string, most: number): string =>
  text.length > most
    ? Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join('')
    : text

/** Returns the first character of a name, whole, or an empty string. */
export const getInitial = (name: string): string => truncate(name, 1)
