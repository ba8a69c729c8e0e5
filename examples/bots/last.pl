#!/usr/bin/env perl
# The same in Perl, with nothing but the language itself: it plays the last legal move of the list.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my $json = JSON::PP->new->canonical;
while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my $answer = $question->{ask} eq "ready"
        ? { ready => JSON::PP::true }
        : { move => $question->{moves}[-1] };
    print $json->encode($answer), "\n";
}
