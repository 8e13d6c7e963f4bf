import { Heart as HeartIcon } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { changeSaved, useSaved } from './saved-ones.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './heart.module.css'

/** A heart that saves an artist to find them again; whoever is not signed in is told that it needs that. */
export function Heart({ id, name }: { id: string; name: string }) {
  const saved = useSaved(id) === true
  const press = async () => {
    if (!(await changeSaved(id, !saved))) toast('info', 'Log in to save artists.')
  }
  return (
    <IconButton
      disc
      label={saved ? `Take ${name} off the saved artists` : `Save ${name}`}
      aria-pressed={saved}
      onClick={press}>
      <HeartIcon
        className={saved ? classes('icon', styles.heart, styles.chosen) : classes('icon', styles.heart)}
        aria-hidden="true"
      />
    </IconButton>
  )
}
