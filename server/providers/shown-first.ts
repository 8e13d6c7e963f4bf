/** Which of an artist's pictures is shown first: a photograph before any drawing, then the cover they chose; null where there is none. */
export function shownFirst<T extends { id: number; file: string | null }>(
  pictures: readonly T[],
  coverId: number | null,
): T | null {
  const photos = pictures.filter(({ file }) => file !== null)
  const chosen = (from: readonly T[]) => from.find(({ id }) => id === coverId) ?? from[0]
  return chosen(photos) ?? chosen(pictures) ?? null
}
