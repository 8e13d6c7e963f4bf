import { Link } from 'react-router'
import { reader } from '#contract/words.ts'
import { directoryWords } from './words.ts'

const t = reader(directoryWords)

/** The way to the list's page before and after. */
export function Parts({ part, parts, to }: { part: number; parts: number; to: (part: number) => string }) {
  if (parts < 2) return null
  return (
    <nav aria-label={t('list.parts')} className="row space-between">
      <span>
        {part > 1 && (
          <Link className="link tap-target" to={to(part - 1)}>
            {t('list.back')}
          </Link>
        )}
      </span>
      <span>
        {part < parts && (
          <Link className="link tap-target" to={to(part + 1)}>
            {t('list.on')}
          </Link>
        )}
      </span>
    </nav>
  )
}
