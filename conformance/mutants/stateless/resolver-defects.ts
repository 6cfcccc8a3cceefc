import { answering, type StatelessMutant } from './defects.ts';
import { fittingIn, pageOf, RESOLVE, RESOURCES } from './resolver.ts';
import { type Asked, bodyOf, type Reply } from './server.ts';

export const isResolve = ({ path, method }: Asked): boolean => path === RESOLVE && method === 'GET';
export const numberIn = (asked: Asked, name: string, usual: number): number =>
  Number(asked.query.get(name) ?? usual);
export const contentOf = (reply: Reply): readonly unknown[] => {
  const content = bodyOf(reply)['content'];
  return Array.isArray(content) ? content : [];
};
export const pageIn = (reply: Reply): object => Object(bodyOf(reply)['page']);
export const withContent = (
  change: (content: readonly unknown[], asked: Asked) => unknown,
): StatelessMutant['commit'] =>
  answering((reply, asked) => ({
    ...reply,
    body: { ...bodyOf(reply), content: change(contentOf(reply), asked) },
  }));
export const withPage = (
  change: (page: object, asked: Asked, reply: Reply) => unknown,
): StatelessMutant['commit'] =>
  answering((reply, asked) => ({
    ...reply,
    body: { ...bodyOf(reply), page: change(pageIn(reply), asked, reply) },
  }));
export const everything = (asked: Asked): Reply =>
  pageOf(fittingIn(RESOURCES, new URLSearchParams({ environment: 'development' })), asked);
