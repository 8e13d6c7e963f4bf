import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { useGrowthMessages } from './growth-messages.ts'
import sharePageStyles from './share-page.module.css'

export function LinkField({ name, address }: { name: string; address: string }) {
  const { t, copy } = useGrowthMessages()
  return (
    <div className={sharePageStyles.link}>
      <TextField label={name} value={address} readOnly onFocus={(event) => event.target.select()} />
      <Button kind="secondary" aria-label={t('growth.copy.of', { name })} onClick={() => copy(address)}>
        <Copy className="icon" aria-hidden="true" />
        {t('growth.copy')}
      </Button>
    </div>
  )
}

/** Options of the booking widget. */
export interface WidgetChoice {
  kind: 'frame' | 'button'
  theme: 'auto' | 'light' | 'dark'
  open: 'tab' | 'top'
  color: string
  label: string
}

export const usualChoice: WidgetChoice = { kind: 'frame', theme: 'auto', open: 'tab', color: '', label: '' }

/** Returns the script's attributes without default values. */
export function formatEmbedAttributes(
  slug: string,
  { kind, theme, open, color, label }: WidgetChoice,
): Record<string, string> {
  return {
    'data-primp-artist': slug,
    ...(kind === 'button' ? { 'data-primp-kind': kind } : {}),
    ...(kind === 'frame' && theme !== 'auto' ? { 'data-primp-theme': theme } : {}),
    ...(open === 'top' ? { 'data-primp-open': open } : {}),
    ...(/^[0-9a-f]{6}$/.test(color) ? { 'data-primp-color': color } : {}),
    ...(label.trim() ? { 'data-primp-label': label.trim() } : {}),
  }
}

export const formatEmbedSnippet = (site: string, slug: string, choice: WidgetChoice): string =>
  `<script async src="${site}/widget.js"${Object.entries(formatEmbedAttributes(slug, choice))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')}></script>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
