import { Heart as HeartIcon } from 'lucide-react'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { announce } from '#web/ui/announce.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './heart.module.css'
import { changeSaved, useSaved } from './saved-ones.ts'

const heartMessages = defineMessages({
  'heart.login': 'Log in to save artists.',
  'heart.take': 'Remove {name} from saved artists',
  'heart.save': 'Save {name}',
  'heart.saved': '{name} is saved.',
  'heart.removed': '{name} has been removed from your saved artists.',
})

const t = createTranslator(heartMessages)

export function Heart({ id, name }: { id: string; name: string }) {
  const saved = useSaved(id) === true
  const press = async () => {
    if (await changeSaved(id, !saved)) announce(t(saved ? 'heart.removed' : 'heart.saved', { name }))
    else showToast('info', t('heart.login'))
  }
  return (
    <IconButton disc label={t(saved ? 'heart.take' : 'heart.save', { name })} aria-pressed={saved} onClick={press}>
      <HeartIcon
        className={saved ? joinClasses('icon', styles.heart, styles.chosen) : joinClasses('icon', styles.heart)}
        aria-hidden="true"
      />
    </IconButton>
  )
}
