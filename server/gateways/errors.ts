/** The other side will never take this one: trying again cannot help. */
export class Undeliverable extends Error {}

/** The place for files takes and gives nothing at the moment; the same may be asked again. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}
