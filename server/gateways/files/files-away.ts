/** The place for files takes and gives nothing at the moment; the same may be asked again. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}
