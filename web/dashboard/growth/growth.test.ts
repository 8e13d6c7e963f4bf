import { describe, expect, test } from 'vitest'
import { toQrPath, createQrCode, renderQrSvg } from './card-page.tsx'
import { formatEmbedSnippet, usualChoice } from './share-links.tsx'

const site = 'https://primp.example'

describe('The snippet for another site', () => {
  test('the snippet contains only the chosen options', () => {
    expect(formatEmbedSnippet(site, 'mia-hollis', usualChoice)).toBe(
      '<script async src="https://primp.example/widget.js" data-primp-artist="mia-hollis"></script>',
    )
    expect(
      formatEmbedSnippet(site, 'mia', { kind: 'frame', theme: 'dark', open: 'top', color: '00aa55', label: ' Mia ' }),
    ).toContain(
      ' data-primp-artist="mia" data-primp-theme="dark" data-primp-open="top" data-primp-color="00aa55" data-primp-label="Mia"',
    )
    expect(formatEmbedSnippet(site, 'mia', { ...usualChoice, kind: 'button', theme: 'dark' })).not.toContain('theme')
  })

  test('the snippet stays one tag for any input', () => {
    const snippet = formatEmbedSnippet(site, 'mia', { ...usualChoice, label: '"></script><b>&', color: 'red' })
    expect(snippet.match(/</g)).toHaveLength(2)
    expect(snippet).toContain('&quot;&gt;&lt;/script&gt;&lt;b&gt;&amp;')
    expect(snippet).not.toContain('color')
  })
})

describe('The QR code of a URL', () => {
  const code = createQrCode(`${site}/@/mia-hollis`)

  test('the code has the three finder patterns and a quiet zone', () => {
    const mark = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
    const at = (left: number, top: number) =>
      mark.map((row, y) => [...row].map((_, x) => (code.isDark(left + x, top + y) ? '#' : '.')).join(''))
    const far = code.size - 4 - 7
    for (const [left, top] of [
      [4, 4],
      [far, 4],
      [4, far],
    ] as const)
      expect(at(left, top)).toEqual(mark)
    for (let i = 0; i < code.size; i++)
      for (const edge of [0, 3, code.size - 4, code.size - 1])
        expect([code.isDark(i, edge), code.isDark(edge, i)]).toEqual([false, false])
  })

  test('the code is drawn square by square', () => {
    let dark = 0
    for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) if (code.isDark(x, y)) dark++
    const drawn = [...toQrPath(code).matchAll(/h(\d+)v1/g)].reduce((sum, [, wide]) => sum + Number(wide), 0)
    expect(drawn).toBe(dark)
    expect(renderQrSvg(code)).toMatch(/^<svg xmlns.*<\/svg>\n$/)
  })
})
