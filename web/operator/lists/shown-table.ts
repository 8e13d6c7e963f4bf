import { formatCsv } from '#contract/csv.ts'
import tableStyles from '#web/ui/table.module.css'

/** What a cell shows as words: neither controls that only hold a value, nor what nobody sees, nor its heading again as a phone shows it. */
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

/** A table as it is shown as lines of a CSV file, a column for each heading that can be read; a row that is a heading itself stays alone on its line. */
export function listTableLines(table: HTMLTableElement): string {
  const heads = [...table.querySelectorAll('thead th')].map(textOf)
  const columns = [...heads.keys()].filter((i) => heads[i] !== '')
  const rows = [...table.querySelectorAll('tbody tr')].map(({ children }) => {
    const cells = [...children].map(textOf)
    return cells.length < heads.length ? cells : columns.map((i) => cells[i] ?? '')
  })
  return formatCsv([columns.map((i) => heads[i] as string), ...rows])
}
