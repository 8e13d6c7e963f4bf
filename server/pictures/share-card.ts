import { openLetters, type Outline } from '#server/gateways/letters/letters.ts'
import { stripEnd } from '#contract/words.ts'

export type ShareCard = { title: string; facts: readonly { label: string; value: string }[]; looks: readonly string[] }

const [width, height, edge] = [1200, 630, 64]
const palette = { x: 688, y: 40, width: 472, height: 550, gap: 12 }
const textWidth = palette.x - edge - 44
const [fig, deep, bone, marigold] = ['#4d1534', '#350d23', '#f8f3eb', '#fcb530']
const titleSizes = [84, 76, 68, 60, 54, 48] as const
const mostLines = 4

export async function drawShareCard({ title, facts, looks }: ShareCard): Promise<string> {
  const display = await openLetters('display')
  const text = await openLetters('text')
  const { lines, size } = fitted(title, display)
  const top = (lines.length > 3 ? 172 : 200) + size * 0.36
  const titled = lines
    .map(
      (line, i) =>
        `<path transform="translate(${edge} ${round(top + i * size * 0.98)})" fill="${bone}" d="${line.path}"/>`,
    )
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path fill="${fig}" d="M0 0h${width}v${height}H0z"/>` +
    `${wordmark}${titled}${figures(facts, display, text)}${pans(looks)}</svg>`
  )
}

/** Fits the title into few large lines. Too long titles end in an ellipsis. */
function fitted(title: string, set: (text: string, size: number) => Outline): { lines: Outline[]; size: number } {
  for (const size of titleSizes) {
    const lines = wrapped(title, size, set)
    if (lines.length <= mostLines && lines.every((line) => set(line, size).width <= textWidth))
      return { size, lines: lines.map((line) => set(line, size)) }
  }
  const size = titleSizes.at(-1) as number
  const lines = wrapped(title, size, set).slice(0, mostLines)
  return { size, lines: lines.map((line, i) => set(i === mostLines - 1 ? `${stripEnd(line, /\W/)}…` : line, size)) }
}

function wrapped(title: string, size: number, set: (text: string, size: number) => Outline): string[] {
  const lines: string[] = []
  for (const word of title.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && set(longer, size).width <= textWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function figures(
  facts: ShareCard['facts'],
  display: (text: string, size: number) => Outline,
  text: (text: string, size: number) => Outline,
): string {
  let x = edge
  return facts
    .slice(0, 2)
    .map(({ label, value }) => {
      const [large, small] = [display(value, 46), text(label, 25)]
      const at = x
      x += Math.max(large.width, small.width) + 48
      if (x - 48 > edge + textWidth) return ''
      return `<path transform="translate(${round(at)} ${height - 104})" fill="${marigold}" d="${large.path}"/><path transform="translate(${round(at)} ${height - 66})" fill="${bone}" d="${small.path}"/>`
    })
    .join('')
}

function pans(looks: readonly string[]): string {
  const { x, y, gap } = palette
  const [across, down] = [(palette.width - 3 * gap) / 2, (palette.height - 4 * gap) / 3]
  const spots =
    looks.length < 6
      ? [{ x: gap, y: gap, w: 2 * across + gap, h: down }, ...grid(across, down, gap).slice(2)]
      : grid(across, down, gap)
  const shown = spots
    .slice(0, looks.length)
    .map((spot, i) => {
      const look = (looks[i] ?? '').replace(
        /^<svg [^>]*>/,
        (tag) =>
          `${tag.replace(/ (x|y|width|height|preserveAspectRatio)="[^"]*"/g, '').slice(0, -1)} x="${round(spot.x)}" y="${round(spot.y)}" width="${round(spot.w)}" height="${round(spot.h)}" preserveAspectRatio="xMidYMid slice">`,
      )
      return `<clipPath id="pan-${i}"><rect x="${round(spot.x)}" y="${round(spot.y)}" width="${round(spot.w)}" height="${round(spot.h)}" rx="20"/></clipPath><g clip-path="url(#pan-${i})">${look}</g>`
    })
    .join('')
  return `<g transform="translate(${x} ${y})"><rect width="${palette.width}" height="${palette.height}" rx="30" fill="${deep}"/>${shown}</g>`
}

const grid = (across: number, down: number, gap: number) =>
  [0, 1, 2, 3, 4, 5].map((i) => ({
    x: gap + (i % 2) * (across + gap),
    y: gap + Math.floor(i / 2) * (down + gap),
    w: across,
    h: down,
  }))

// The logo: the dot of its i is the dab.
const letters =
  'M8 0V-62H27a19 19 0 0 1 0 38H8M66 0V-46M66-22C66-40 77-46 90-43M108 0V-46M130 0V-46M130-22C130-51 160-51 160-22V0M160-22C160-51 190-51 190-22V0M212 22V-46M212-23a21 22 0 1 0 42 0a21 22 0 1 0-42 0'
const wordmark = `<g transform="translate(${edge} 98) scale(.72)"><path d="${letters}" fill="none" stroke="${bone}" stroke-width="15"/><circle cx="108" cy="-64" r="10" fill="${marigold}"/></g>`

const round = (n: number): number => Math.round(n * 10) / 10
