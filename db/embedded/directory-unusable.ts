/** What is in a data directory cannot be opened, and what to do about it. */
export class DirectoryUnusable extends Error {
  override name = 'DirectoryUnusable'
}
