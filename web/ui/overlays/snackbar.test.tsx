import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SnackbarProvider, snackbarTime, useSnackbar } from './snackbar.tsx'
import { toastTime } from './toasts.ts'

function Asks() {
  useSnackbar()
  return <p>asked</p>
}

test('useSnackbar outside its provider throws', () => {
  expect(() => renderToString(<Asks />)).toThrow('inside SnackbarProvider')
})

test('useSnackbar works inside its provider', () => {
  expect(
    renderToString(
      <SnackbarProvider close="Close">
        <Asks />
      </SnackbarProvider>,
    ),
  ).toContain('asked')
})

test('a snackbar stays 3000 ms, a toast 5000 ms', () => {
  expect([snackbarTime, toastTime]).toEqual([3000, 5000])
})
