import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useClientWords } from './use-client-words.ts'

/** The link of an own appointment, to be sent to its client. */
export function LinkNote({ link, firstName }: { link: string; firstName: string }) {
  const { t } = useClientWords()
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    toast('success', t('client.copied'))
  }
  return (
    <div className="card pad-24 stack gap-12">
      <TextField
        label={t('own.link')}
        hint={t('own.link.text', { firstName })}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div>
        <Button size="small" onClick={copy}>
          <Copy className="icon" aria-hidden="true" />
          {t('own.link.copy')}
        </Button>
      </div>
    </div>
  )
}
