import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { reader } from '#contract/words.ts'
import { download } from '#web/platform/download.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { listWords } from './list-words.ts'
import { linesOfTable } from './shown-table.ts'

const t = reader(listWords)

/** Saves a table that is on the page as a whole, as it is shown, under a name of its own. */
export function ShownFile({ name, within }: { name: string; within: RefObject<HTMLElement | null> }) {
  const save = () => {
    const table = within.current?.querySelector('table')
    if (!table) return
    const lines = linesOfTable(table)
    download(`primp-${name}.csv`, lines)
    toast('success', t('lists.file.saved', { n: table.querySelectorAll('tbody tr').length }))
  }
  return (
    <Button kind="quiet" size="small" onClick={save}>
      <Download className="icon" aria-hidden="true" />
      {t('lists.file')}
    </Button>
  )
}
