import { useEffect, useRef, useState } from 'react'
import { filterFittingNames, type PlaceName } from './map-projection.ts'
import styles from './quotes-map.module.css'

/** Place names that fit: no overlap with pins, each other or the edge. */
export function MapNames({
  centre,
  zoom,
  pins,
}: {
  centre: readonly [number, number]
  zoom: number
  pins: readonly { x: number; y: number }[]
}) {
  const [names, setNames] = useState<{ of: string; names: PlaceName[] }>({ of: '', names: [] })
  const [half, setHalf] = useState({ x: 0, y: 0 })
  const box = useRef<HTMLDivElement>(null)
  const view = `${centre[0].toFixed(2)},${centre[1].toFixed(2)},${zoom}`

  useEffect(() => {
    let here = true
    fetch(`/v1/map/${view}.json`)
      .then((answer) => (answer.ok ? answer.json() : { data: { names: [] } }))
      .then(({ data }) => here && setNames({ of: view, names: data.names }))
      // The map works without names.
      .catch(() => {})
    return () => {
      here = false
    }
  }, [view])

  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setHalf({ x: entry.contentRect.width / 2, y: entry.contentRect.height / 2 })
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])

  return (
    <div ref={box} className={styles.names} aria-hidden="true">
      {names.of === view &&
        filterFittingNames(names.names, pins, half).map(({ name, x, y, size }) => (
          <span
            key={`${name} ${x} ${y}`}
            data-size={size}
            style={{ left: `calc(50% + ${x}px)`, top: `calc(50% + ${y}px)` }}>
            {name}
          </span>
        ))}
    </div>
  )
}
