const reach = 8

/** Pictures page by page in an order in which the same subject comes again as late as it can, eight pictures later where there are enough of them; what a page shows never changes with the pages after it. */
export function spread<T>(pictures: readonly T[], subjectOf: (picture: T) => string, pageSize: number): T[] {
  const shown: T[] = []
  for (let at = 0; at < pictures.length; at += pageSize) {
    const left = pictures.slice(at, at + pageSize)
    while (left.length > 0) {
      const near = shown.slice(-reach).map(subjectOf)
      // How long ago each was shown last; of those that are equally far the first.
      const ago = left.map((picture) => near.length - near.lastIndexOf(subjectOf(picture)))
      const never = left.findIndex((picture) => !near.includes(subjectOf(picture)))
      const next = never >= 0 ? never : ago.indexOf(Math.max(...ago))
      shown.push(...left.splice(next, 1))
    }
  }
  return shown
}
