import { reader } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { factorWords } from './factor-words.ts'

const t = reader(factorWords)

/** Codes that are shown once, until they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[] | null; onKept: () => void }) {
  return (
    <Dialog open={codes !== null} onClose={onKept} label={t('own.recovery.title')}>
      <h2 className="heading-3">{t('own.recovery.title')}</h2>
      <p className="muted">{t('own.recovery.text')}</p>
      <ol className="stack gap-4">
        {codes?.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button full onClick={onKept}>
        {t('own.recovery.kept')}
      </Button>
    </Dialog>
  )
}
