import { formatMessage } from '#contract/i18n/messages.ts'
import { BadgeCheck } from 'lucide-react'
import { loadPart } from '#web/platform/optional.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'

type Meaning = () => Promise<typeof import('./badge-meaning.tsx')>

/**
 * The verified badge; opens an explanation, which is lazy-loaded on the first press. Its loader is a prop, so that
 * shared code does not import it.
 */
export const BadgeMark = ({ slug, name, meaning }: { slug: string; name: string; meaning: Meaning }) => (
  <button
    type="button"
    className="tap-target"
    aria-label={`${formatMessage(pageMessages['word.verified'])}: ${name}`}
    onClick={() =>
      void loadPart(meaning).then(
        ({ openBadgeMeaning }) => openBadgeMeaning(slug),
        () => {},
      )
    }>
    <BadgeCheck className="icon verified" aria-hidden="true" />
  </button>
)
