import { formatCsv } from '#contract/csv.ts'

/** Returns a cell's visible text, without form controls. */
function textOf(cell: Element): string {
  const words: string[] = []
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? '')
    if (!(node instanceof Element) || node.matches('svg, input, select, textarea, .visually-hidden')) return
    for (const child of node.childNodes) read(child)
  }
  read(cell)
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

/** Returns a table as CSV rows with a column per visible heading, without opened details. */
export function listTableLines(table: HTMLTableElement): string {
  const heads = [...table.querySelectorAll('thead th')].map(textOf)
  const columns = [...heads.keys()].filter((i) => heads[i] !== '')
  const rows = [...table.querySelectorAll('tbody tr:not(:has(> [colspan]))')].map(({ children }) =>
    columns.map((i) => (children[i] ? textOf(children[i]) : '')),
  )
  return formatCsv([columns.map((i) => heads[i] as string), ...rows])
}
