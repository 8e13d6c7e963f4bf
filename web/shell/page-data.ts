/** The id of what a page's loaders have answered, where it stands in the document as one text. */
const pageDataId = 'page-data'

/** Answers of loaders by route. */
export type PageData = Readonly<Record<string, unknown>>

const taken = new WeakMap<object, object>()

/**
 * Keeps what a loader answered for the page that is drawn with it, and answers what stands for it till then: the router would
 * write down each value of it in a list of its own. What is not plain data it has to write down itself.
 */
export function takeData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !isPlain(data)) return data
  const mark = {}
  taken.set(mark, data)
  return mark
}

/** What a page is drawn with. */
type Drawn = { loaderData: PageData; actionData?: unknown; errors?: unknown }

/** Of these answers what was taken, in its place; `text` is all of it as a part of the document. */
export function givenBack({ loaderData, actionData, errors }: Drawn): { loaderData: PageData; text: string } {
  const given: Record<string, unknown> = {}
  for (const [id, mark] of Object.entries(loaderData)) {
    const data = typeof mark === 'object' && mark !== null ? taken.get(mark) : undefined
    if (data) given[id] = data
  }
  if (!Object.keys(given).length) return { loaderData, text: '' }
  // Data ends no script, whatever somebody has written into it.
  const json = JSON.stringify(given).replaceAll('<', '\\u003c')
  const all = !actionData && !errors && Object.keys(loaderData).every((id) => id in given) ? ' data-all=""' : ''
  return {
    loaderData: { ...loaderData, ...given },
    text: `<script type="application/json" id="${pageDataId}"${all}>${json}</script>`,
  }
}

const END = '</body></html>'

/** A page with its data as the last part of it. */
export const withData = (page: string, text: string): string =>
  text && page.endsWith(END) ? page.slice(0, -END.length) + text + END : page + text

/** Whether it is the same once it has been text; what is undefined in an object is left out, as it is to whoever reads it. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every(isPlain)
  const kind = Object.getPrototypeOf(value)
  if (kind !== Object.prototype && kind !== null) return false
  for (const key in value) {
    const one = (value as Record<string, unknown>)[key]
    if (one !== undefined && !isPlain(one)) return false
    // The one would say how it is written, the other what it descends from.
    if (key === '__proto__' || key === 'toJSON') return false
  }
  return true
}

/** What stands in the document of it, and whether the router has nothing more to read. */
export function readData(document: Pick<Document, 'getElementById'>): { loaderData: PageData; isAll: boolean } {
  const script = document.getElementById(pageDataId)
  return { loaderData: JSON.parse(script?.textContent || '{}') as PageData, isAll: script?.dataset['all'] === '' }
}
