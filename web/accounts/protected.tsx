import { reader } from '#contract/words.ts'
import '#web/platform/api/signed-in-calls.ts'
import { shellWords } from '#web/shell/words.ts'
import { Loader } from '#web/ui/loader.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './protected.module.css'

const s = reader(shellWords)

/** What a protected page shows while it is not known who is there. */
export function Undetermined() {
  return (
    <main id="main" tabIndex={-1} className="page-width">
      <h1 className="visually-hidden">{s('loader.default')}</h1>
      <div className={styles.coming}>
        <Skeleton height={44} width="min(320px, 70%)" />
        <Skeleton height={180} />
        <Skeleton height={120} />
        <Skeleton height={120} />
        <Loader message={s('loader.default')} slow={s('loader.slow')} />
      </div>
    </main>
  )
}

/** The first name of a full one. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name
