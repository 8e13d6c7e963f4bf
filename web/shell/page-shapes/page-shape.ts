/** What a page looks like before it is there. */
export type PageShape = 'cards' | 'profile' | 'form' | 'reading'

// Their pages show the shape of the next themselves, beside what they lie among.
const areas = /^\/(dashboard|customer-dashboard|operator)(?=\/|$)/

const shapes: [RegExp, PageShape][] = [
  [/^\/book\/|\/book$|^\/(login|register|signup|offer|gift-vouchers)(\/|$)/, 'form'],
  [/\/@\/./, 'profile'],
  [/^\/(quotes?|search)\/[^/]+$|^\/(gb|au|ca|us)\/|^\/content\/artists\//, 'cards'],
]

/** The shape of the page at `to`, or none where the page at `from` shows its own. */
export function getPageShape(from: string, to: string): PageShape | null {
  const area = areas.exec(from)?.[1]
  if (area && area === areas.exec(to)?.[1]) return null
  return shapes.find(([path]) => path.test(to))?.[1] ?? 'reading'
}
