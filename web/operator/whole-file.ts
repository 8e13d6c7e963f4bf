type Part = { lines: string; nextCursor: string | null }

/** Every line of a table that the filters let through, page by page. */
export async function wholeFile(read: (cursor: { cursor?: string }) => Promise<Part>): Promise<string> {
  let text = ''
  for (let cursor: string | null = ''; cursor !== null; ) {
    const part: Part = await read(cursor ? { cursor } : {})
    text += part.lines
    cursor = part.nextCursor
  }
  return text
}
