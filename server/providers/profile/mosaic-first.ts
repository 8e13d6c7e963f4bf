type Shown = { id: number; file: string | null; kind: string | null }

/** What a drawing shows, by its kind; a photo is of its own. */
const subjects: Readonly<Record<string, string>> = {
  face: 'face',
  eye: 'eye',
  powder: 'kit',
  lips: 'lips',
  updo: 'hair',
  braidCrown: 'hair',
  waves: 'hair',
  straight: 'hair',
  coils: 'hair',
  braids: 'hair',
  locs: 'hair',
  nails: 'hands',
  mehndiHand: 'hands',
  flatLay: 'kit',
  swatches: 'kit',
  stroke: 'kit',
}
const besideCover = 4
const order = ['face', 'eye', 'hair', 'lips', 'kit', 'hands']

const subjectOf = ({ id, file, kind }: Shown): string => (file ? `photo ${id}` : (subjects[kind ?? ''] ?? kind ?? ''))

/** An artist's pictures as their page shows them: beside the cover their own photos, else one of each subject (a face, an eye, hair, lips, kit), then the others as they come. */
export function mosaicFirst<T extends Shown>(pictures: readonly T[], coverId: number | null): T[] {
  const cover = pictures.filter(({ id }) => id === coverId)
  const others = pictures.filter(({ id }) => id !== coverId)
  const seen = new Set(cover.map(subjectOf))
  const first: T[] = []
  const rank = (picture: T) => {
    const at = order.indexOf(subjectOf(picture))
    return picture.file ? -1 : at < 0 ? order.length : at
  }
  for (const picture of others.toSorted((a, b) => rank(a) - rank(b))) {
    if (first.length === besideCover || seen.has(subjectOf(picture))) continue
    seen.add(subjectOf(picture))
    first.push(picture)
  }
  return [...cover, ...first, ...others.filter((picture) => !first.includes(picture))]
}
