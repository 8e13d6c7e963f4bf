/** Thrown for permanent delivery failures, which must not be retried. */
export class Undeliverable extends Error {}

/** Thrown while file storage is unavailable; may be retried. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}
