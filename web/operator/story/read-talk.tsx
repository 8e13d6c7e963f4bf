import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import { reader } from '#contract/words.ts'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SaidWords } from './said-words.tsx'
import { storyWords } from './story-words.ts'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = reader(storyWords)
type Opened = OutputOf<typeof operatorStory.openTalk>

/** A conversation by its id, or that of a team by a booking of it, and with whom it is. */
type Talk = { withName: string } & ({ id: string } | { appointmentId: string })

const open = (talk: Talk, reason: string): Promise<Opened> => {
  const { operatorStory } = browserApi()
  return 'id' in talk
    ? operatorStory.openTalk({ conversationId: talk.id, reason })
    : operatorStory.openTeamTalk({ appointmentId: talk.appointmentId, reason })
}

/** Reads a conversation once somebody has said why. Answers how to ask, and the dialogs to place. */
export function useReadTalk(): [read: (talk: Talk) => void, dialogs: ReactNode] {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [confirm, dialog] = useConfirmation({ silent: true })
  const read = (talk: Talk) =>
    confirm({
      title: t('talk.open.title', { name: talk.withName }),
      text: t('talk.open.text'),
      act: t('talk.open'),
      run: async (reason) => setOpened(await open(talk, reason)),
    })
  const between = opened ? t('talk.between', { customer: opened.customer, provider: opened.provider }) : ''
  return [
    read,
    <>
      {dialog}
      <Dialog open={opened !== null} onClose={() => setOpened(null)} label={between}>
        {opened && (
          <div className="stack">
            <h2 className="heading-3">{between}</h2>
            {opened.words.length === 0 ? (
              <p className="muted">{t('talk.empty')}</p>
            ) : (
              <SaidWords words={opened.words} />
            )}
            <div className={dialogStyles.modalFoot}>
              <Button kind="secondary" onClick={() => setOpened(null)}>
                {t('talk.close')}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>,
  ]
}
