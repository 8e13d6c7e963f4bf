import { useState } from 'react'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { helpWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './helped.module.css'

const t = reader(helpWords)

/** Asks whether an answer helped; what is said is counted, not who says it. */
export function Helped({ topic, question }: { topic: string; question: string }) {
  const [state, setState] = useState<'asking' | 'sending' | 'thanked'>('asking')
  const say = async (useful: boolean) => {
    setState('sending')
    try {
      await browserApi().texts.helped({ topic, useful })
      setState('thanked')
    } catch {
      setState('asking')
    }
  }
  return (
    <div
      className={classes('row gap-8 wrapping', styles.helped)}
      role="group"
      aria-label={`${t('help.useful')} ${question}`}>
      <span className="small muted" role="status">
        {t(state === 'thanked' ? 'help.useful.thanks' : 'help.useful')}
      </span>
      {state !== 'thanked' && (
        <>
          <Button kind="quiet" disabled={state === 'sending'} onClick={() => say(true)}>
            {t('help.useful.yes')}
          </Button>
          <Button kind="quiet" disabled={state === 'sending'} onClick={() => say(false)}>
            {t('help.useful.no')}
          </Button>
        </>
      )}
    </div>
  )
}
