import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { Note } from '#web/ui/note.tsx'
import { CardSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import apologyStyles from '#web/ui/apology.module.css'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { getPicture, type Part } from './part.ts'
import styles from './styleguide.module.css'

export const messageParts: readonly Part[] = [
  {
    file: 'note',
    states: {
      success: () => <Note kind="success">The day is booked. Mia knows.</Note>,
      info: () => <Note kind="info">Clocks change on that day.</Note>,
      warning: () => <Note kind="warning">Two artists have to share a mirror.</Note>,
      error: () => <Note kind="error">The card was refused. Nothing has been paid.</Note>,
      'longer than a line': () => (
        <Note kind="info">
          <p className="bold">What this means</p>
          <p>
            The plan counts from the minute you have to be ready. Whoever is done first waits longest, so we put the
            quickest looks last.
          </p>
        </Note>
      ),
    },
  },
  {
    file: 'empty',
    states: {
      'words only': () => <Empty title="No messages yet" />,
      'with picture, sentence and act': () => (
        <Empty
          picture={<Pan className={styles.square} {...getPicture(2)} />}
          title="Nobody saved yet"
          action={<Button kind="secondary">Find artists</Button>}>
          Artists that you save stand here.
        </Empty>
      ),
    },
  },
  {
    file: 'apology',
    states: {
      'a page that failed': () => (
        <div className={apologyStyles.sorry}>
          <h3 className="heading-1">Something broke on our side</h3>
          <p className="lead">It is noted. Nothing you paid is lost.</p>
          <Button>Try again</Button>
        </div>
      ),
    },
  },
  {
    file: 'loader',
    states: { 'a page on its way': () => <Loader message="Looking for artists" slow="Still looking" /> },
  },
  {
    file: 'skeleton',
    states: {
      lines: () => (
        <div className="stack gap-8">
          <Skeleton height={24} width="60%" />
          <Skeleton height={16} />
        </div>
      ),
      'an artist to come': () => <CardSkeleton />,
    },
  },
]
