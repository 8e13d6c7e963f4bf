import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { useGrowthWords } from './use-growth-words.ts'
import styles from './share-page.module.css'

/** A link that is told on, with a way to copy it. */
export function LinkField({ name, address }: { name: string; address: string }) {
  const { t, copy } = useGrowthWords()
  return (
    <div className={styles.link}>
      <TextField label={name} value={address} readOnly onFocus={(event) => event.target.select()} />
      <Button kind="secondary" aria-label={t('grow.copy.of', { name })} onClick={() => copy(address)}>
        <Copy className="icon" aria-hidden="true" />
        {t('grow.copy')}
      </Button>
    </div>
  )
}
