import { BadArchive, type Contents, readArchiveFile, type Sums } from './archive-file.ts'
import { FileSum, ChecksumSum } from './checksums.ts'

export async function verifyArchive(file: string): Promise<{ contents: Contents; sums: Sums }> {
  let contents: Contents | undefined
  const tables = new Map<string, ChecksumSum>()
  const files = new FileSum()
  const sums = await readArchiveFile(
    file,
    async (found) => {
      contents = found
      for (const { name } of found.tables) tables.set(name, new ChecksumSum())
    },
    async ({ name, bytes }) => {
      const [root, table = ''] = name.split('/')
      if (root === 'files') files.add({ key: name.slice('files/'.length), bytes })
      else tables.get(table)?.add(bytes)
    },
  )
  if (!contents) throw new BadArchive(`${file} is not a Primp archive.`)
  for (const [name, summing] of tables) {
    const [is, was] = [summing.result(), sums.tables[name]]
    if (is.rows !== was?.rows || is.sum !== was.sum)
      throw new BadArchive(
        `${file} is damaged: ${name} has ${is.rows} rows that differ from the ${was?.rows ?? 0} exported rows.`,
      )
  }
  if (files.result().sum !== sums.files.sum)
    throw new BadArchive(`${file} is damaged: its files differ from the exported files.`)
  return { contents, sums }
}
