type Said = { words: string; files: readonly string[] }

/** What was said with requests for one event: the same with each; nothing where nobody has said anything. */
export function saidWith(requests: readonly Said[]): Said {
  const said = requests.find(({ words, files }) => words !== '' || files.length > 0)
  return { words: said?.words ?? '', files: said?.files ?? [] }
}
