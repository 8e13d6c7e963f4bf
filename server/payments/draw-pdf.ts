import { fileURLToPath } from 'node:url'

type Column = { label: string; share: number; amount?: true }
type Table = {
  title?: string
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** Indexes of rows in bold, such as a balance or a total. */
  bold?: readonly number[]
  sums?: readonly string[]
}
export type Paper = {
  title: string
  language: string
  landscape?: true
  facts: readonly (readonly [string, string])[]
  tables: readonly Table[]
  notes: readonly string[]
}

type Document = PDFKit.PDFDocument

const [EDGE, SIZE, GAP] = [48, 9.5, 5]
/** Font size of tables in landscape, which have many columns. */
const WIDE_SIZE = 8.5
const COLUMN_GAP = 8
const [ink, quiet, line] = ['#2a1530', '#6b5a70', '#d9cfdc']
const fonts = {
  plain: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}

/** Renders on A4 or US Letter with page numbers. Table rows are not split, and headers repeat on each page. */
export async function drawPdf(paper: Paper, size: 'A4' | 'LETTER'): Promise<Buffer> {
  // Lazy import, because loading takes 0.1 s and PDFs are rarely needed.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size,
    layout: paper.landscape ? 'landscape' : 'portrait',
    margin: EDGE,
    bufferPages: true,
    lang: paper.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: paper.title, Author: 'Primp', Creator: 'Primp' },
  })
  const done = bytesOf(doc)
  for (const [name, address] of Object.entries(fonts)) doc.registerFont(name, fileURLToPath(address))
  const type = typesetter(doc)
  type('Primp', { font: 'bold', size: 12, color: quiet })
  doc.moveDown(0.6)
  type(paper.title, { font: 'bold', size: 20 })
  doc.moveDown(0.6)
  for (const [label, value] of paper.facts) {
    type(`${label}: `, { font: 'bold', continued: true })
    type(value)
  }
  for (const table of paper.tables) drawTable(doc, type, table, paper.landscape ? WIDE_SIZE : SIZE)
  doc.moveDown(1.2)
  for (const note of paper.notes) type(note, { color: quiet, size: 8.5 })
  numberPages(doc)
  doc.end()
  return done
}

type How = {
  font?: 'plain' | 'bold'
  size?: number
  color?: string
  align?: 'left' | 'right'
  width?: number
  continued?: boolean
}
type Typesetter = (text: string, how?: How, x?: number, y?: number) => void

function typesetter(doc: Document): Typesetter {
  return (text, { font = 'plain', size = SIZE, color = ink, ...how } = {}, x, y) => {
    doc.font(font).fontSize(size).fillColor(color)
    if (x === undefined || y === undefined) doc.text(text, how)
    else doc.text(text, x, y, how)
  }
}

function drawTable(
  doc: Document,
  type: Typesetter,
  { title, columns, rows, bold = [], sums }: Table,
  size: number,
): void {
  const width = doc.page.width - 2 * EDGE
  const widths = computeWidths(doc, { columns, rows, ...(sums && { sums }) }, width, size)
  const heightOf = (cells: readonly string[], font: 'plain' | 'bold') =>
    Math.max(
      ...cells.map((cell, i) =>
        doc
          .font(font)
          .fontSize(size)
          .heightOfString(cell || ' ', { width: (widths[i] ?? 0) - COLUMN_GAP }),
      ),
    )
  const hasSpace = (height: number) => doc.y + height <= doc.page.height - EDGE - 20
  const row = (cells: readonly string[], font: 'plain' | 'bold') => {
    const height = heightOf(cells, font)
    if (!hasSpace(height + GAP)) {
      doc.addPage()
      if (cells !== labels) head()
    }
    const top = doc.y + GAP
    let left = EDGE
    cells.forEach((cell, i) => {
      const space = (widths[i] ?? 0) - COLUMN_GAP
      type(cell, { font, size, width: space, align: columns[i]?.amount ? 'right' : 'left' }, left, top)
      left += widths[i] ?? 0
    })
    doc.x = EDGE
    doc.y = top + height + GAP
    doc
      .moveTo(EDGE, doc.y)
      .lineTo(EDGE + width, doc.y)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
  }
  const labels = columns.map(({ label }) => label)
  const head = () => row(labels, 'bold')
  doc.moveDown(1.4)
  // The title and the header are never alone at the bottom of a page.
  const [first = labels] = rows
  if (!hasSpace((title ? 2 * size : 0) + heightOf(labels, 'bold') + heightOf(first, 'bold') + 4 * GAP)) doc.addPage()
  if (title) type(title, { font: 'bold', size: 12 })
  head()
  for (const [i, cells] of rows.entries()) row(cells, bold.includes(i) ? 'bold' : 'plain')
  if (sums) row(sums, 'bold')
}

/**
 * Returns the widths of columns by their shares. A column of amounts is at least as wide as its longest one, because a
 * broken amount is misread.
 */
function computeWidths(doc: Document, { columns, rows, sums = [] }: Table, width: number, size: number): number[] {
  doc.font('bold').fontSize(size)
  const sumShares = (all: readonly Column[]) => all.reduce((sum, { share }) => sum + share, 0)
  const amountWidths = columns.map(({ label, share, amount }, i) => {
    if (!amount) return 0
    // Digits have one width, so that the longest text is the widest.
    const longest = [...rows, sums].reduce(
      (found, cells) => ((cells[i] ?? '').length > found.length ? (cells[i] ?? '') : found),
      '',
    )
    const widest = Math.max(...[longest, ...label.split(' ')].map((text) => doc.widthOfString(text)))
    return Math.max((width * share) / sumShares(columns), widest + COLUMN_GAP + 1)
  })
  const rest = width - amountWidths.reduce((sum, one) => sum + one, 0)
  const texts = columns.filter(({ amount }) => !amount)
  return columns.map(({ share, amount }, i) => (amount ? (amountWidths[i] ?? 0) : (rest * share) / sumShares(texts)))
}

function numberPages(doc: Document): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // The page number is below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0
    doc
      .font('plain')
      .fontSize(8)
      .fillColor(quiet)
      .text(`${page - start + 1} / ${count}`, EDGE, doc.page.height - EDGE + 8, {
        width: doc.page.width - 2 * EDGE,
        align: 'right',
      })
  }
}

const bytesOf = (doc: Document): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
