/** What an artist chose for their own site. */
export interface WidgetChoice {
  kind: 'frame' | 'button'
  theme: 'auto' | 'light' | 'dark'
  open: 'tab' | 'top'
  /** Six hexadecimal digits; empty for the house's own. */
  color: string
  /** Empty for the usual words. */
  label: string
}

export const usualChoice: WidgetChoice = { kind: 'frame', theme: 'auto', open: 'tab', color: '', label: '' }

/** The attributes that the script reads, without those that say what it does anyway. */
export function attributesOf(slug: string, { kind, theme, open, color, label }: WidgetChoice): Record<string, string> {
  return {
    'data-primp-artist': slug,
    ...(kind === 'button' ? { 'data-primp-kind': kind } : {}),
    ...(kind === 'frame' && theme !== 'auto' ? { 'data-primp-theme': theme } : {}),
    ...(open === 'top' ? { 'data-primp-open': open } : {}),
    ...(/^[0-9a-f]{6}$/.test(color) ? { 'data-primp-color': color } : {}),
    ...(label.trim() ? { 'data-primp-label': label.trim() } : {}),
  }
}

/** The tag that an artist pastes into their own site. */
export const snippetOf = (site: string, slug: string, choice: WidgetChoice): string =>
  `<script async src="${site}/widget.js"${Object.entries(attributesOf(slug, choice))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')}></script>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
