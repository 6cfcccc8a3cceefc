import { useEffect, useState } from 'react';
import { areServersUp } from '../../shared/servers.ts';
import { LoadFailure } from '../../theme/lazy-part.tsx';
import { LOCAL_ORIGIN } from '../samples/sample-request.ts';
import type { TryContract } from './contract.ts';
import { TryForm } from './TryForm.tsx';

export interface TryPanelProps {
  /** Address of the file with what the panel knows of the contract. */
  readonly contract: string;
  /** Id of the operation in it. */
  readonly operation: string;
  /** Says whether servers answer on this origin. */
  readonly health: string | null;
  readonly isOpen: boolean;
}

interface Loaded {
  readonly contract: TryContract;
  /** Addresses that are known to serve the contract, or likely to; the first one is the default. */
  readonly offered: readonly [string, ...string[]];
}

/** Sends a request of an operation to a server of the reader's choice, and checks the answer. */
export function TryPanel({ contract, operation, health, isOpen }: TryPanelProps) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<unknown>();
  const isWaiting = !loaded && failure === undefined;
  useEffect(() => {
    if (isWaiting) load(contract, health).then(setLoaded, setFailure);
  }, [contract, health, isWaiting]);
  if (failure !== undefined) return <LoadFailure error={failure} retry={() => setFailure(undefined)} />;
  if (!loaded) return null;
  const chosen = loaded.contract.operations[operation];
  return chosen ? <TryForm {...loaded} operation={chosen} isOpen={isOpen} /> : null;
}

async function load(address: string, health: string | null): Promise<Loaded> {
  const [response, isServed] = await Promise.all([fetch(address), areServersUp(health)]);
  if (!response.ok) throw new Error(`${address} did not load: ${response.status}`);
  const contract: TryContract = await response.json();
  const local = LOCAL_ORIGIN + contract.prefix;
  const here = location.origin + contract.prefix;
  return { contract, offered: isServed && here !== local ? [here, local] : [local] };
}
