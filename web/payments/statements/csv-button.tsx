import { reader } from '#contract/words.ts'
import { download } from '#web/platform/download.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { statementWords } from './words.ts'

const t = reader(statementWords)

/** Gives lines that are asked for anew as a CSV file. */
export function CsvButton({ name, lines }: { name: string; lines: () => Promise<string> }) {
  const { waiting, run } = useAct({ toasts: true })
  const give = async () => {
    const done = await run(lines)
    if (!done) return
    download(name, done.answer)
    toast('success', t('paper.kept'))
  }
  return (
    <Button kind="secondary" size="small" loading={waiting} onClick={give}>
      {t('paper.csv')}
    </Button>
  )
}
