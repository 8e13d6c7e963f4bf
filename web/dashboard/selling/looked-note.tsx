import type { LookedAt } from '#contract/providers/own-words.ts'
import { reader } from '#contract/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ownWordsWords } from './own-words-words.ts'

const t = reader(ownWordsWords)

/** How own words stand: on the page, waiting for a look, or sent back with a note. */
export function LookedNote({ of: { shown, asked, sentBack } }: { of: LookedAt }) {
  if (!shown && !asked) return null
  return (
    <div className="row gap-8 wrapping">
      {shown && <Badge look="jadeSoft">{t('words.shown')}</Badge>}
      {asked && (
        <Badge look={sentBack === null ? 'info' : 'accentSoft'}>
          {t(sentBack === null ? 'words.waits' : 'words.back')}
        </Badge>
      )}
      {sentBack !== null && <p className="small grow">{t('words.back.why', { reason: sentBack })}</p>}
    </div>
  )
}
