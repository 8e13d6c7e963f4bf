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

/** Reads a conversation once somebody has said why. Answers how to ask, and the dialogs to place. */
export function useReadTalk(): [read: (talk: { id: string; withName: string }) => void, dialogs: ReactNode] {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [confirm, dialog] = useConfirmation({ silent: true })
  const read = ({ id, withName }: { id: string; withName: string }) =>
    confirm({
      title: t('talk.open.title', { name: withName }),
      text: t('talk.open.text'),
      act: t('talk.open'),
      run: async (reason) => setOpened(await browserApi().operatorStory.openTalk({ conversationId: id, reason })),
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
