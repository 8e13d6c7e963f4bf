import { formatCsv } from '#contract/csv.ts'
import tableStyles from '#web/ui/table.module.css'

/** Returns a cell's visible text, without form controls and repeated phone headings. */
function textOf(cell: Element): string {
  const words: string[] = []
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? '')
    if (!(node instanceof Element) || node.matches('svg, input, select, textarea, .visually-hidden')) return
    if (tableStyles['label'] && node.classList.contains(tableStyles['label'])) return
    for (const child of node.childNodes) read(child)
  }
  read(cell)
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

/** Returns a table as CSV rows with a column per visible heading; a heading row has its own line. */
export function listTableLines(table: HTMLTableElement): string {
  const heads = [...table.querySelectorAll('thead th')].map(textOf)
  const columns = [...heads.keys()].filter((i) => heads[i] !== '')
  const rows = [...table.querySelectorAll('tbody tr')].map(({ children }) => {
    const cells = [...children].map(textOf)
    return cells.length < heads.length ? cells : columns.map((i) => cells[i] ?? '')
  })
  return formatCsv([columns.map((i) => heads[i] as string), ...rows])
}
