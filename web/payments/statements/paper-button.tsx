import type { paperKinds } from '#contract/payments/statements.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { download } from '#web/platform/download.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { statementWords } from './words.ts'

const t = reader(statementWords)

/** Gives one of the artist's papers as a PDF file; `label` tells several on one page apart. */
export function PaperButton({ kind, of, label }: { kind: (typeof paperKinds)[number]; of: string; label?: string }) {
  const { waiting, run } = useAct({ toasts: true })
  const give = async () => {
    const done = await run(() => browserApi().statements.paper({ kind, of }))
    if (!done) return
    download(
      done.answer.name,
      Uint8Array.from(atob(done.answer.pdf), (char) => char.charCodeAt(0)),
      'application/pdf',
    )
    toast('success', t('paper.kept'))
  }
  return (
    <Button
      kind="secondary"
      size="small"
      loading={waiting}
      onClick={give}
      {...(label ? { 'aria-label': `${t('paper.pdf')}, ${label}` } : {})}>
      {t('paper.pdf')}
    </Button>
  )
}
