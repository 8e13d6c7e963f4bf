/** Thrown for permanent delivery failures, which must not be retried. */
export class Undeliverable extends Error {}

export class FilesAway extends Error {
  override name = 'FilesAway'
}
